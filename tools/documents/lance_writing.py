"""Writing rows to a LanceDB table in one step."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lancedb.table import Table


def put_rows(
    table: "Table", rows: Sequence[dict[str, Any]], *, is_taken: bool, outdated: str | None, has_vectors: bool
) -> None:
    """Add rows, or put them in place of those with the same ids, and remove what is `outdated`.

    Only where something is in their place (`is_taken`) are they merged, which reads the whole table: at 100,000
    passages it takes twenty times as long.
    """
    import pyarrow as pa

    new = pa.Table.from_pylist(rows, schema=table.schema)
    # Passages without vectors are no error: they wait for a model.
    missing: Any = "error" if has_vectors else "null"
    if not is_taken:
        table.add(new, on_bad_vectors=missing)
        return
    merge = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
    if outdated:
        merge = merge.when_not_matched_by_source_delete(outdated)
    merge.execute(new, on_bad_vectors=missing)
