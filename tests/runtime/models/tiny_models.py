"""Tiny models with random weights, in the files that real ones come in: one reads text, one sees (Gemma 3)."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runtime.contracts.ports import ChatMessage

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

SPECIAL = ("<pad>", "<eos>", "<bos>", "<unk>", "<turn>", "<end>", "<boi>", "<eoi>", "<image>")
# As strict as Gemma's: a user and a model take turns, instructions go into the first turn.
TEMPLATE = """\
{%- set ns = namespace(first='', turns=messages) -%}
{%- if messages[0].role == 'system' -%}
{%- set ns.first = words(messages[0].content) + '\\n\\n' -%}{%- set ns.turns = messages[1:] -%}
{%- endif -%}
<bos>
{%- for turn in ns.turns -%}
{%- if (turn.role == 'user') != (loop.index0 % 2 == 0) -%}{{ raise_exception('roles must alternate') }}{%- endif -%}
<turn>{{ turn.role }}
{{ ns.first if loop.first else '' }}{{ words(turn.content) }}<end>
{% endfor -%}
{%- if add_generation_prompt -%}<turn>assistant
{% endif -%}
"""
_WORDS = """\
{%- macro words(content) -%}
{%- if content is string -%}{{ content }}{%- else -%}
{%- for part in content -%}{{ '<boi>' if part.type == 'image' else part.text }}{%- endfor -%}
{%- endif -%}
{%- endmacro -%}
"""


TALK = (
    ChatMessage("system", "You are a tutor."),
    ChatMessage("user", "Student: why is it white?"),
    ChatMessage("assistant", "zoom call-1"),
    ChatMessage("user", "RESULT call-1"),
    ChatMessage("user", "Choose the next action."),
)


def png(value: int = 90) -> bytes:
    """Return a small grey picture."""
    cv2, np = pytest.importorskip("cv2"), pytest.importorskip("numpy")
    return bytes(cv2.imencode(".png", np.full((30, 40), value, np.uint8))[1].tobytes())


def _tokenizer() -> "PreTrainedTokenizerFast":
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = [*SPECIAL, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    inner = Tokenizer(models.BPE(vocab={word: number for number, word in enumerate(words)}, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        eos_token="<eos>",
        bos_token="<bos>",
        unk_token="<unk>",
        extra_special_tokens={"boi_token": "<boi>", "eoi_token": "<eoi>", "image_token": "<image>"},
    )
    made.chat_template = _WORDS + TEMPLATE
    return made


def reading_model(folder: Path) -> Path:
    """Write a text model of about 40,000 random weights and return its folder."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer()
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=2048,
        eos_token_id=1,
        pad_token_id=0,
        bos_token_id=2,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def seeing_model(folder: Path) -> Path:
    """Write a Gemma 3 (MedGemma's architecture) of about 50,000 random weights and return its folder."""
    import torch
    from transformers import Gemma3Config, Gemma3ForConditionalGeneration, Gemma3Processor
    from transformers.models.gemma3.image_processing_pil_gemma3 import Gemma3ImageProcessorPil

    tokenizer = _tokenizer()
    torch.manual_seed(0)
    config = Gemma3Config(
        text_config={
            "vocab_size": len(tokenizer),
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "head_dim": 16,
            "max_position_embeddings": 8192,
            "sliding_window": 64,
        },
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "image_size": 28,
            "patch_size": 7,
        },
        mm_tokens_per_image=4,
        boi_token_index=SPECIAL.index("<boi>"),
        eoi_token_index=SPECIAL.index("<eoi>"),
        image_token_index=SPECIAL.index("<image>"),
        eos_token_id=[1, SPECIAL.index("<end>")],
        pad_token_id=0,
        bos_token_id=2,
    )
    Gemma3ForConditionalGeneration(config).save_pretrained(folder)
    images = Gemma3ImageProcessorPil(size={"height": 28, "width": 28})
    Gemma3Processor(images, tokenizer, tokenizer.chat_template, image_seq_length=4).save_pretrained(folder)
    return folder
