"""A simulated agent behind ACE's protocol 1 over HTTP: POST /run with a request, the whole episode is the reply.

There is no way back to ACE in the middle of an episode: rules with `enforce: gate` are the agent's own to keep.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import support_desk


def run(request):
    """Play one episode and return its steps and its end."""
    given, record, steps = request["sample"]["input"], None, []
    is_gated = any(rule["enforce"] == "gate" and support_desk.TOOL in rule["text"] for rule in request["rules"])
    while True:
        action = support_desk.next_action(given, request["rules_text"], record)
        if is_gated and record is None:
            action = support_desk.lookup(given)
        if action["name"] != support_desk.TOOL:
            steps.append({"action": action})
            return {"steps": steps, "end": {"answer": {"decision": support_desk.decision(action)}}}
        result, record = support_desk.look_up(given["order"])
        steps.append({"action": action, "result": result})
        if record is None:
            return {"steps": steps, "end": {"answer": {"decision": "none"}, "message": result["summary"]}}


class Handler(BaseHTTPRequestHandler):
    """Answers POST /run."""

    def do_POST(self):
        """Answer one request."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data = json.dumps(run(request)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *parts):
        """Say nothing of each request."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 9000), Handler).serve_forever()
