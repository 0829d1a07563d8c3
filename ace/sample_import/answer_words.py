"""Words of short radiology answers: which mean the same, which are part of which, which exclude each other.

It is there to keep a wrong option from being right after all, so it rather joins too much than too little.
"""

from collections.abc import Mapping

# Words for one thing, in groups. They are accepted for each other.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("x-ray", "xray", "radiograph", "plain film", "roentgenogram", "xr"),
    ("ct", "computed tomography", "cat scan", "ct scan"),
    ("mri", "mr", "magnetic resonance imaging", "magnetic resonance", "mri scan", "mr scan"),
    ("ultrasound", "ultrasonography", "sonography", "us"),
    ("dwi", "diffusion weighted imaging", "diffusion weighted", "diffusion"),
    ("axial", "transverse", "transverse plane", "axial plane", "transaxial"),
    ("coronal", "coronal plane", "frontal plane"),
    ("sagittal", "sagittal plane"),
    ("pa", "posteroanterior", "posterior-anterior"),
    ("ap", "anteroposterior", "anterior-posterior"),
    ("gastrointestinal", "gi", "gi tract", "gastrointestinal tract", "digestive"),
    ("cns", "central nervous system", "nervous"),
    ("treatment", "therapy"),
    ("breathe", "breathing", "respiration"),
    ("kidney", "renal"),
    ("heart", "cardiac"),
    ("lung", "pulmonary"),
    ("liver", "hepatic"),
    ("brain", "cerebral"),
    ("stomach", "gastric"),
    ("bilateral", "both", "both sides"),
    ("metastasis", "metastases"),
    ("hyperdense", "hyperdensity"),
    ("hypodense", "hypodensity", "less dense"),
    ("hyperintense", "hyperintensity"),
    ("hypointense", "hypointensity"),
    ("none", "nothing", "0", "zero"),
    ("1", "one"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
)


def _all(words: str, *wholes: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(words.split(), wholes)


# Part or kind -> what it belongs to: where one is right, so may the other be. By the first word of its group above.
WHOLES: Mapping[str, tuple[str, ...]] = {
    **_all("heart", "chest", "cardiovascular", "circulatory", "cardiopulmonary", "mediastinum", "thorax"),
    **_all("lung", "chest", "respiratory", "cardiopulmonary", "thorax"),
    **_all("mediastinum rib pleura trachea airway breast", "chest", "thorax"),
    **_all("aorta artery vessel vasculature", "chest", "cardiovascular", "circulatory", "vascular"),
    **_all("cardiovascular circulatory", "cardiopulmonary", "circulatory", "cardiovascular"),
    **_all("respiratory", "cardiopulmonary", "chest"),
    **_all("chest thorax", "chest", "thorax"),
    **_all("brain cerebellum brainstem ventricle cerebrum", "head", "cns", "brain"),
    **_all("skull eye orbit face", "head"),
    **_all("liver stomach pancreas colon bowel intestine duodenum appendix", "abdomen", "gastrointestinal"),
    **_all("kidney ureter", "abdomen", "urinary", "genitourinary"),
    **_all("spleen", "abdomen"),
    **_all("bladder prostate uterus", "pelvis", "urinary", "genitourinary"),
    **_all("rectum", "pelvis", "gastrointestinal"),
    **_all("flair", "mri", "t2"),
    **_all("t1 t2 dwi adc gadolinium", "mri"),
    **_all("cect ncct", "ct"),
    **_all("cxr kub", "xray"),
    **_all("pa ap", "coronal", "frontal"),
    **_all("parietal frontal temporal occipital", "cerebrum", "brain", "head"),
    **_all("gas ventilation", "breathe"),
    **_all("pneumonia", "infection"),
    **_all("infarct infarction", "ischemia", "stroke"),
    **_all("ischemia stroke", "infarct", "infarction", "vascular"),
    **_all("metastasis carcinoma tumor", "cancer", "mass", "neoplasm"),
}
OPPOSITES: tuple[frozenset[str], ...] = tuple(
    frozenset(pair.split())
    for pair in (
        "left right",
        "upper lower",
        "superior inferior",
        "anterior posterior",
        "medial lateral",
        "top bottom",
        "t1 t2",
        "pa ap",
        "large small",
        "high low",
        "white black",
        "bright dark",
        "hyperdense hypodense",
        "hyperintense hypointense",
    )
)
