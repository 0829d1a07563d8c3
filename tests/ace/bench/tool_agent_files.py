"""Small trace files of tool agents whose outcome is known, made up for the bench's tests."""

import json
from pathlib import Path

SYSTEM = {"role": "system", "content": "You are a shop's agent with tools."}
FAILED_CANCEL = "Error: the order is not pending"


def _user(text: str) -> dict[str, object]:
    return {"role": "user", "content": text}


def _agent(text: str) -> dict[str, object]:
    return {"role": "assistant", "content": text}


def _call(name: str, arguments: dict[str, str], result: str) -> list[dict[str, object]]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    asked: dict[str, object] = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }
    return [asked, {"role": "tool", "tool_call_id": "c1", "name": name, "content": result}]


def write_tool_agent_traces(path: Path) -> Path:
    """Write four tasks (0 and 3 failed): a claim after a failed change, a failed look-up, a no, an answer."""
    thanks = _user("Thanks, that is all.")
    talks = [
        [_user("Cancel order W11."), *_call("cancel_order", {"order_id": "W11"}, FAILED_CANCEL)],
        [_user("Where is order W12?"), *_call("get_order", {"order_id": "W12"}, "Error: order not found")],
        [_user("Paint my house."), _agent("I'm unable to paint houses."), thanks],
        [_user("Where is order W13?"), *_call("get_order", {"order_id": "W13"}, "on its way")],
    ]
    talks[0] += [_agent("Your order has been cancelled."), thanks]
    talks[1] += [_agent("There is no order W12."), thanks]
    talks[3] += [_agent("Order W13 is on its way."), thanks]
    rewards = [0.0, 1.0, 1.0, 0.0]
    records = [
        {"task_id": number, "reward": reward, "trial": 0, "traj": [SYSTEM, *talk]}
        for number, (reward, talk) in enumerate(zip(rewards, talks, strict=True))
    ]
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def write_agent_logs(folder: Path) -> Path:
    """Write two logs of several agents; in the first the labelled mistake works on assumed data."""
    folder.mkdir()
    said = [("Ann", "We need the sales."), ("Bob", "Let us assume the sales were low."), ("Ann", "TERMINATE")]
    for number, (step, words) in enumerate([(1, said), (0, said[:1] + said[2:])], start=1):
        history = [{"role": "assistant", "name": name, "content": text} for name, text in words]
        record = {
            "is_correct": False,
            "question": "What were the sales?",
            "history": history,
            "mistake_agent": "Bob",
            "mistake_step": str(step),
            "mistake_reason": "made up",
        }
        (folder / f"{number}.json").write_text(json.dumps(record), encoding="utf-8")
    return folder
