/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>
type Path = readonly string[]

interface Patch {
  /** Merge patch (RFC 7396): missing names are kept, null deletes, a list is replaced. */
  readonly patch: Json
  /** Paths at which another administrator has set a different value. */
  readonly overtaken: readonly Path[]
}

/** Computes the patch that applies the changes from `start` to `wanted` on top of the current value. */
export function mergePatch(start: Json, wanted: Json, now: Json): Patch {
  const overtaken: Path[] = []
  return { patch: diffObjects(start, wanted, now, []), overtaken }

  function diffObjects(before: Json, after: Json, there: unknown, path: Path): Json {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const changed = names.filter((name) => !isSame(before[name], after[name]))
    return Object.fromEntries(changed.map((name) => [name, changeOf(name)]))

    function changeOf(name: string): unknown {
      const [was, is, found] = [before[name], after[name], isObject(there) ? there[name] : undefined]
      if (isObject(was) && isObject(is) && isObject(found)) return diffObjects(was, is, found, [...path, name])
      if (!isSame(found, was) && !isSame(found, is)) overtaken.push([...path, name])
      return is ?? null
    }
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares without regard to the order of names. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isObject(one) && isObject(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]))
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  }
  return (one ?? null) === (other ?? null)
}
