"""Loading a model into this process and generating with it: all that touches torch and transformers."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from runtime.contracts.errors import ModelError, ModelRefusedError, ModelUnavailableError
from runtime.contracts.ports import ChatMessage
from runtime.models.chat_completion import MAX_TEXT_CHARS
from runtime.models.chat_turns import alternating
from runtime.models.shown_text import encodable, shown

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import BatchEncoding, PreTrainedModel, ProcessorMixin, StoppingCriteriaList

# A message this short ("'x'") says nothing without its kind.
_SHORT = 40
Dtype = Literal["auto", "float32", "bfloat16", "float16"]


@dataclass(frozen=True)
class LoadedModel:
    """A model in memory. `front` turns conversations into tokens: a processor, or a tokenizer where it sees nothing.

    `specials` are the words it takes for its own signs: the end of a turn, the place of an image.
    """

    folder: Path
    model: "PreTrainedModel"
    front: "ProcessorMixin"
    has_pictures: bool
    ends: frozenset[int]
    context_tokens: int
    specials: tuple[str, ...] = ()


@dataclass(frozen=True)
class Limits:
    """When to stop: `deadline` is monotonic seconds, `cancelled` is set when nobody waits any more."""

    max_tokens: int
    deadline: float
    cancelled: threading.Event


class Generated(NamedTuple):
    """What was written. Tokens are counts."""

    text: str
    finish_reason: Literal["stop", "length"]
    prompt_tokens: int
    completion_tokens: int


def load_model(folder: Path, device: str, dtype: Dtype) -> LoadedModel:
    """Return the model in `folder`, ready to generate; slow. Its own code is not run, and nothing is downloaded.

    Raises: ModelError when its files cannot be used, or lack weights (random ones would take their place).
    """
    import transformers
    from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES as SEEING

    transformers.utils.logging.disable_progress_bar()
    local = {"local_files_only": True, "trust_remote_code": False}
    try:
        config = transformers.AutoConfig.from_pretrained(folder, **local)
        sees = config.model_type in SEEING
        kind = transformers.AutoModelForImageTextToText if sees else transformers.AutoModelForCausalLM
        front_kind = transformers.AutoProcessor if sees else transformers.AutoTokenizer
        front = front_kind.from_pretrained(folder, **local)
        model, loading = kind.from_pretrained(
            folder, dtype=dtype, use_safetensors=True, output_loading_info=True, **local
        )
        model = model.to(_device(device)).eval()
    except Exception as exc:
        what = f"{type(exc).__name__}: {exc}" if len(str(exc)) < _SHORT else str(exc)
        raise ModelError(f"{folder}: the model cannot be loaded: {shown(what)}; check its files, and device") from exc
    missing = sorted(loading["missing_keys"])
    if missing:
        raise ModelError(
            f"{folder}: {len(missing)} weights are missing, the first {shown(missing[0], 100)}; copy all of its "
            "*.safetensors there"
        )
    text = config.get_text_config()
    return LoadedModel(
        folder=folder,
        model=model,
        front=front,
        has_pictures=sees,
        ends=_ends(model),
        context_tokens=int(getattr(text, "max_position_embeddings", 0) or 0),
        specials=_specials(front),
    )


def _specials(front: "ProcessorMixin") -> tuple[str, ...]:
    tokenizer = getattr(front, "tokenizer", front)
    added = [str(token) for token in tokenizer.added_tokens_decoder.values() if token.special]
    return tuple(sorted({word for word in added if len(word) > 1}, key=lambda word: (-len(word), word)))


def _device(name: str) -> str:
    import torch

    if name != "auto":
        return name
    return "cuda" if torch.cuda.is_available() else "cpu"


def _ends(model: "PreTrainedModel") -> frozenset[int]:
    ends = model.generation_config.eos_token_id
    return frozenset(ends if isinstance(ends, list | tuple) else [] if ends is None else [ends])


def generate(
    loaded: LoadedModel, messages: Sequence[ChatMessage], seed: int, temperature: float, limits: Limits
) -> Generated:
    """Return what the model writes after `messages`: the same for the same seed on the same machine.

    Units: temperature 0 takes the likeliest token each time.
    Raises: ModelRefusedError (too long, no chat template, images it cannot see), ModelUnavailableError (the deadline
        passed, or memory ran out), ModelError (it breaks while it writes).
    """
    import torch

    inputs = _encoded(loaded, messages)
    prompt = int(inputs["input_ids"].shape[-1])
    if loaded.context_tokens and prompt + limits.max_tokens > loaded.context_tokens:
        raise ModelRefusedError(
            f"{loaded.folder}: {prompt} tokens and up to {limits.max_tokens} more do not fit into the model's "
            f"{loaded.context_tokens}; lower budgets.context_tokens"
        )
    sampling = {"do_sample": True, "temperature": temperature} if temperature > 0 else {"do_sample": False}
    try:
        with torch.inference_mode(), torch.random.fork_rng():
            torch.manual_seed(seed)
            output = loaded.model.generate(
                **inputs.to(loaded.model.device),
                max_new_tokens=limits.max_tokens,
                stopping_criteria=_stopping(limits),
                **sampling,
            )
    except torch.OutOfMemoryError as exc:
        raise ModelUnavailableError(
            f"{loaded.folder}: out of memory on {loaded.model.device}: {shown(str(exc))}"
        ) from exc
    except Exception as exc:
        what = shown(f"{type(exc).__name__}: {exc}")
        raise ModelError(
            f"{loaded.folder}: the model cannot write an answer ({what}); check its files, and temperature"
        ) from exc
    made = _decoded(loaded, output[0][prompt:].tolist(), prompt)
    if made.finish_reason == "length" and made.completion_tokens < limits.max_tokens:
        raise ModelUnavailableError(
            f"{loaded.folder}: no whole answer in time; raise timeout_s, or take a smaller model"
        )
    return made


def _encoded(loaded: LoadedModel, messages: Sequence[ChatMessage]) -> "BatchEncoding":
    if any(message.images for message in messages) and not loaded.has_pictures:
        raise ModelRefusedError(f"{loaded.folder}: this model sees no images; remove `vision` or name one that does")
    turns = [replace(turn, content=_defused(turn.content, loaded.specials)) for turn in alternating(messages)]
    try:
        conversation = [_turn(turn) if loaded.has_pictures else _words(turn) for turn in turns]
        return loaded.front.apply_chat_template(
            conversation, add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt"
        )
    except Exception as exc:
        raise ModelRefusedError(
            f"{loaded.folder}: its chat template does not take this conversation: {shown(str(exc))}; use an "
            "instruction-tuned model that has one"
        ) from exc


def _defused(text: str, specials: Sequence[str]) -> str:
    """Return `text` with its first character set apart where it holds one of the model's signs.

    Else a passage or a student could end their turn and write the tutor's, or stop the episode with an image's sign.
    """
    for word in specials:
        text = text.replace(word, f"{word[0]} {word[1:]}")
    return text


def _words(turn: ChatMessage) -> dict[str, object]:
    return {"role": turn.role, "content": encodable(turn.content)}


def _turn(turn: ChatMessage) -> dict[str, object]:
    from PIL import Image

    pictures = [{"type": "image", "image": Image.open(BytesIO(data)).convert("RGB")} for data in turn.images]
    return {"role": turn.role, "content": [*pictures, {"type": "text", "text": encodable(turn.content)}]}


def _stopping(limits: Limits) -> "StoppingCriteriaList":
    import torch
    from transformers import StoppingCriteriaList

    def is_over(input_ids: "Tensor", scores: object, **more: object) -> "Tensor":
        over = limits.cancelled.is_set() or time.monotonic() >= limits.deadline
        return torch.full((input_ids.shape[0],), over, dtype=torch.bool, device=input_ids.device)

    return StoppingCriteriaList([is_over])


def _decoded(loaded: LoadedModel, tokens: list[int], prompt_tokens: int) -> Generated:
    tokenizer = getattr(loaded.front, "tokenizer", loaded.front)
    text = str(tokenizer.decode(tokens, skip_special_tokens=True))
    is_whole = bool(tokens) and tokens[-1] in loaded.ends and len(text) <= MAX_TEXT_CHARS
    return Generated(text[:MAX_TEXT_CHARS], "stop" if is_whole else "length", prompt_tokens, len(tokens))
