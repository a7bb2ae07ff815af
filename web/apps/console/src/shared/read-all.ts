interface Part<Row> {
  readonly items: readonly Row[]
  readonly hasNext: boolean
}

const AT_ONCE = 100
/** More than the server lets there be of what is read like this. */
const MOST = 2000

/** A list of which there are few, read whole: the server gives it in parts. */
export async function readAll<Row>(
  part: (query: { offset: number; limit: number }) => Promise<Part<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const { items, hasNext } = await part({ offset, limit: AT_ONCE })
    rows.push(...items)
    if (!hasNext) break
  }
  return rows
}
