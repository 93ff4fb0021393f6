"""The embedded index's cells of vectors: as many as there should be, whatever is added and optimised later."""

import random
import re
from pathlib import Path

from tests.documents.words import passage
from tools.deadline import Deadline
from tools.documents.index import Filters, Manifest
from tools.documents.lance_index import LanceIndex

DIMENSIONS = 4
VECTORS = 41_000
LEAST_CELLS = 9


def test_the_cells_of_vectors_are_kept_when_more_is_added(tmp_path: Path):
    index = LanceIndex(tmp_path / "index", Manifest(model="any", dimensions=DIMENSIONS))
    chosen = random.Random(1)
    vectors = [[chosen.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(VECTORS)]
    passages = [passage("words", f"{number}.md") for number in range(VECTORS)]
    index.replace(passages[:-50], vectors[:-50])
    index.refresh()
    index.replace(passages[-50:], vectors[-50:])
    index.refresh()

    assert cells_looked_into(index, vectors[0]) >= LEAST_CELLS
    assert index.nearest(vectors[-1], Filters(), 3, Deadline())[0].passage.document == f"{VECTORS - 1}.md"


def cells_looked_into(index: LanceIndex, vector: list[float]) -> int:
    plan = index._table.search(vector, vector_column_name="vector").nprobes(100_000).analyze_plan()
    return int(re.findall(r"partitions_ranked=(\d+)", plan)[0])
