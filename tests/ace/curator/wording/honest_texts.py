"""Texts as a small language model words honest rules, each under the condition of the remedy it rewords.

Written before the checks were tuned. Those at even places of the table were tuned on; the others were only counted.
"""

from typing import NamedTuple


class Honest(NamedTuple):
    """`base` names the detector whose remedy gives the condition."""

    base: str
    text: str


HONEST: tuple[Honest, ...] = (
    Honest("web_before_local", "Always call `retrieve` before calling `web_browser`."),
    Honest("web_before_local", "Do not use `web_browser` until you have queried the local index with `retrieve`."),
    Honest("web_before_local", "Before calling web_browser, ensure that the local database has been searched."),
    Honest("web_before_local", "You must search the local index first; only then may you use `web_browser`."),
    Honest("web_before_local", "Never go to the web without having called `retrieve` in this case."),
    Honest("web_before_local", "Use the local index with `retrieve` first, then `web_browser` if nothing was found."),
    Honest("web_before_local", "Avoid `web_browser` unless `retrieve` was already called and did not help."),
    Honest("web_before_local", "Ensure that `retrieve` is called prior to any use of `web_browser`."),
    Honest(
        "web_before_local", "If the local index has not been searched yet, call `retrieve` instead of `web_browser`."
    ),
    Honest("reveal_before_attempt", "Do not reveal the answer until the student has made at least one attempt."),
    Honest("reveal_before_attempt", "Ensure the student has attempted an answer before you use REVEAL_ANSWER."),
    Honest("reveal_before_attempt", "Never use REVEAL_ANSWER when the student has not given an answer yet."),
    Honest("reveal_before_attempt", "Wait for at least one attempt by the student before revealing the answer."),
    Honest("reveal_before_attempt", "Avoid giving the solution before the student has tried; ask a probing question."),
    Honest(
        "reveal_before_attempt", "The answer must not be revealed unless the student has attempted it at least once."
    ),
    Honest(
        "reveal_before_attempt", "Ask the student for an attempt first. Use REVEAL_ANSWER only after they have tried."
    ),
    Honest("reveal_before_attempt", "If the student has made no attempt, use ASK_PROBE instead of REVEAL_ANSWER."),
    Honest("early_reveal", "Do not use REVEAL_ANSWER while the answer is not open; give a HINT instead."),
    Honest("early_reveal", "Only reveal the answer once the student is correct or the last hint has been given."),
    Honest("early_reveal", "Provide the next hint rather than revealing the answer when the student is wrong."),
    Honest("early_reveal", "When the student gives a wrong answer, give a HINT and do not reveal the answer."),
    Honest("early_reveal", "Hold back the answer until all hints have been used or the student answers correctly."),
    Honest("answer_leaked", "Ensure that hints and probes never contain the correct answer."),
    Honest("answer_leaked", "Do not include the right option in the text of a HINT, ASK_PROBE, QUIZ or MICROLESSON."),
    Honest("answer_leaked", "Hints must guide the student without giving the answer away."),
    Honest("answer_leaked", "Avoid naming the correct option in a question or hint; describe a finding instead."),
    Honest("repeated_call", "Do not repeat a tool call with the same arguments."),
    Honest("repeated_call", "Before requesting a tool, check that it was not already called with the same arguments."),
    Honest("repeated_call", "Avoid calling the same tool twice; read the earlier result instead."),
    Honest("repeated_call", "Never request a tool again if the result is already there. Ask a probe instead."),
    Honest("hint_level_skipped", "Increase the hint level by only one step at a time."),
    Honest("hint_level_skipped", "Never skip a hint level: go from level 1 to 2 and then to 3."),
    Honest("hint_level_skipped", "Each hint must be at most one level above the last hint."),
    Honest("hint_level_skipped", "Do not give a HINT more than one level higher than the previous one."),
    Honest("tool_error_ignored", "If a tool call fails, do not call the same tool again; choose another one."),
    Honest("tool_error_ignored", "After a tool fails, avoid using it again and ask the student a question."),
    Honest("tool_error_ignored", "Do not retry a failed tool. Use a different tool or ASK_PROBE."),
    Honest("reveal_without_evidence", "Do not reveal the answer without any evidence; call `retrieve` first."),
    Honest(
        "reveal_without_evidence", "Before using REVEAL_ANSWER, gather evidence by searching or looking at the image."
    ),
    Honest("reveal_without_evidence", "Use REVEAL_ANSWER only if passages were found or the image was observed."),
    Honest("reveal_without_evidence", "You must have at least one search hit before you reveal the answer."),
    Honest("safety_not_refused", "If the message is about a real patient or an emergency, use SAFETY_REFUSE."),
    Honest("safety_not_refused", "Refuse unsafe requests with SAFETY_REFUSE instead of teaching."),
    Honest("safety_not_refused", "When a request is about dosing, you must refuse and refer the person."),
    Honest("taught_without_looking", "Look at the image or search the index before giving a HINT or MICROLESSON."),
    Honest("taught_without_looking", "Do not give a HINT or MICROLESSON until the image has been observed."),
    Honest("taught_without_looking", "Ensure you have called `retrieve` or `image_findings` before teaching."),
    Honest("went_on_after_correct", "If the last answer is correct, confirm it with REVEAL_ANSWER and stop asking."),
    Honest(
        "went_on_after_correct", "Do not ask more questions or give hints after the student has answered correctly."
    ),
    Honest("went_on_after_correct", "When the student is correct, use REVEAL_ANSWER instead of another hint or quiz."),
    Honest("repeated_response", "Do not repeat the same hint or question to the student."),
    Honest("repeated_response", "Avoid sending the same words again. Give a HINT about another finding."),
    Honest("step_limit", "Do not call more than 3 tools in one case; talk to the student instead."),
    Honest("step_limit", "After three tools have been called, give a HINT instead of requesting another tool."),
    Honest("step_limit", "Limit tool calls to at most three before you give the student a hint."),
    Honest("claim_after_empty_retrieval", "If the search returned no passages, do not teach or reveal the answer."),
    Honest("claim_after_empty_retrieval", "Call `image_findings` before a MICROLESSON when the search had no hits."),
    Honest("diagnosis_before_findings", "Do not mention any option before the findings of the image are described."),
    Honest("diagnosis_before_findings", "Describe the image with `image_findings` before you name one of the options."),
    Honest("diagnosis_before_findings", "Avoid naming a diagnosis until the image has been observed."),
)
TUNED_ON = HONEST[::2]
HELD_BACK = HONEST[1::2]
