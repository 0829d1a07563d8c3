"""The ledger of held-out samples: which confirmation looked at which of them, kept in the repository.

It lives under a ref of its own, `refs/ace/ledger`: a chain of commits whose tree holds one JSON file a confirmation. No
branch, index or working tree is touched. git neither pushes nor fetches it by itself:

    git push origin refs/ace/ledger
    git fetch origin refs/ace/ledger && ace samples merge FETCH_HEAD
"""
