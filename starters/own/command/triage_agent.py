"""A simulated agent behind ACE's protocol 1: one JSON object a line on stdin and stdout. stderr is for messages."""

import json
import sys

import support_desk


def main():
    """Answer one request after another until stdin ends."""
    for line in sys.stdin:
        try:
            run(json.loads(line))
        except Exception as exc:  # an episode that fails is told; the next one may work
            write({"type": "error", "message": f"{type(exc).__name__}: {exc}"})


def run(request):
    """Play one episode: propose each action, do what may be done, say what came of it."""
    given, record = request["sample"]["input"], None
    while True:
        action = support_desk.next_action(given, request["rules_text"], record)
        verdict = propose(action)
        if verdict["decision"] == "convert" and verdict["instead"] == support_desk.TOOL:
            action = support_desk.lookup(given)
        elif verdict["decision"] != "allow":
            write({"type": "end", "answer": {"decision": "none"}, "message": verdict["reason"]})
            return
        if action["name"] != support_desk.TOOL:
            write({"type": "step", "action": action})
            write({"type": "end", "answer": {"decision": support_desk.decision(action)}})
            return
        result, record = support_desk.look_up(given["order"])
        write({"type": "step", "action": action, "result": result})
        if record is None:
            write({"type": "end", "answer": {"decision": "none"}, "message": result["summary"]})
            return


def propose(action):
    """Ask ACE whether an action may be taken: rules with `enforce: gate` are kept there."""
    write({"type": "propose", "action": action})
    return json.loads(sys.stdin.readline())


def write(message):
    """Send one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
