"""A simulated agent as a Python function of ACE's protocol 1."""

import support_desk


def run(request, propose):
    """Play one episode: propose each action, do what may be done, yield what came of it.

    `propose` asks ACE whether an action may be taken: rules with `enforce: gate` are kept there.
    """
    given, record = request["sample"]["input"], None
    while True:
        action = support_desk.next_action(given, request["rules_text"], record)
        verdict = propose(action)
        if verdict["decision"] == "convert" and verdict["instead"] == support_desk.TOOL:
            action = support_desk.lookup(given)
        elif verdict["decision"] != "allow":
            yield {"type": "end", "answer": {"decision": "none"}, "message": verdict["reason"]}
            return
        if action["name"] != support_desk.TOOL:
            yield {"type": "step", "action": action}
            yield {"type": "end", "answer": {"decision": support_desk.decision(action)}}
            return
        result, record = support_desk.look_up(given["order"])
        yield {"type": "step", "action": action, "result": result}
        if record is None:
            yield {"type": "end", "answer": {"decision": "none"}, "message": result["summary"]}
            return
