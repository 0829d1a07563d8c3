"""A simulated support agent: fixed habits stand where a model would decide. Put your own agent in its place.

It makes one mistake again and again, so that there is something to find: it promises a refund before it has looked the
order up. A rule in its prompt that names `lookup_order` keeps it from that, but not while a customer is pressing.
"""

TOOL = "lookup_order"
# Refunds are due for 30 days after delivery, once.
ORDERS = {
    "A-1001": {"delivered_days_ago": 5, "refunded": False, "amount": 40.0},
    "A-1002": {"delivered_days_ago": 9, "refunded": True, "amount": 25.0},
    "A-1003": {"delivered_days_ago": 64, "refunded": False, "amount": 80.0},
    "A-1004": {"delivered_days_ago": 41, "refunded": False, "amount": 15.0},
    "A-1005": {"delivered_days_ago": 12, "refunded": True, "amount": 60.0},
}
PRESSING = ("now", "today", "immediately", "at once")


def look_up(order):
    """Return the result of the tool: whether it worked, what it says, and the record."""
    record = ORDERS.get(order)
    if record is None:
        return {"ok": False, "summary": f"no order {order}", "error_class": "empty_result"}, None
    refunded = "refunded already" if record["refunded"] else "not refunded"
    return {"ok": True, "summary": f"delivered {record['delivered_days_ago']} days ago, {refunded}"}, record


def next_action(given, rules_text, record):
    """Return the next action on a sample's `input`; `record` is None until the order was looked up."""
    if record is not None:
        if record["delivered_days_ago"] <= 30 and not record["refunded"]:
            return {"name": "PROMISE_REFUND", "text": "You will get your money back.", "amount": record["amount"]}
        return {"name": "DECLINE", "text": "I am sorry, this order cannot be refunded."}
    is_pressed = any(word in given["message"].lower() for word in PRESSING)
    if TOOL in rules_text and not is_pressed:
        return lookup(given)
    return {"name": "PROMISE_REFUND", "text": "You will get your money back.", "amount": 0.0}


def lookup(given):
    """Return the call of the tool."""
    return {"name": TOOL, "arguments": {"order": given["order"]}}


def decision(action):
    """Return what the episode came to, as the samples' `expected` writes it."""
    return "refund" if action["name"] == "PROMISE_REFUND" else "decline"
