"""Messages joined so that who speaks alternates, with nothing lost."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.ports import ChatMessage
from runtime.models.chat_turns import alternating

MESSAGES = st.lists(
    st.builds(
        ChatMessage,
        st.sampled_from(["system", "user", "assistant"]),
        st.text(max_size=5),
        st.just((b"x",)) | st.just(()),
    ),
    max_size=8,
)


def test_neighbours_of_one_role_become_one_message() -> None:
    talk = (
        ChatMessage("system", "Teach."),
        ChatMessage("user", "Why?", (b"film",)),
        ChatMessage("assistant", "Look."),
        ChatMessage("user", "RESULT", (b"crop",)),
        ChatMessage("user", "Next."),
    )
    joined = ChatMessage("user", "RESULT\n\nNext.", (b"crop",))
    assert alternating(talk) == (*talk[:3], joined)
    assert alternating(talk[:3]) == talk[:3]


@given(MESSAGES)
def test_no_two_neighbours_share_a_role_and_all_words_and_pictures_stay(messages: list[ChatMessage]) -> None:
    turns = alternating(messages)
    assert all(one.role != other.role for one, other in pairwise(turns))
    assert sum(len(turn.images) for turn in turns) == sum(len(message.images) for message in messages)
    assert "\n\n".join(turn.content for turn in turns) == "\n\n".join(message.content for message in messages)
