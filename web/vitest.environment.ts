import { mocks } from '@vitest/spy'
import { builtinEnvironments, type Environment } from 'vitest/environments'

const { jsdom } = builtinEnvironments
const { URL, URLSearchParams } = globalThis

/** A window of its own for each file of tests, in a worker that takes one file after another. */
export default {
  name: 'window',
  transformMode: 'web',
  async setup(global, options) {
    forgetModules()
    const { teardown } = await jsdom.setup(global, options)
    // Node's own, which its fetch knows: jsdom's are written in JavaScript, and every request reads some dozen addresses.
    Object.assign(global, { URL: class extends URL {}, URLSearchParams })
    const stopTimers = holdTimers(global)
    return {
      async teardown() {
        stopTimers()
        // Else spies would be put back once more in the next file: onto its window, from this one.
        mocks.clear()
        await teardown(global)
      },
    }
  },
} satisfies Environment

/**
 * Nothing that a file waits for comes in another one: a session of its tests renews itself minutes later, and would ask
 * the next file's server. Answers what ends all of them.
 */
function holdTimers(global: typeof globalThis): () => void {
  const { setTimeout, setInterval } = global
  let waiting: Set<NodeJS.Timeout> | undefined = new Set()
  const held = <Starts extends (...args: never[]) => NodeJS.Timeout>(starts: Starts): Starts => {
    const start = (...args: Parameters<Starts>) => {
      const timer = starts(...args)
      waiting?.add(timer)
      return timer
    }
    return Object.assign(start, starts) as unknown as Starts
  }
  Object.assign(global, { setTimeout: held(setTimeout), setInterval: held(setInterval) })
  return () => {
    for (const timer of waiting ?? []) clearTimeout(timer)
    // Libraries that keep what they found first go on with it, and nobody counts that any more.
    waiting = undefined
    Object.assign(global, { setTimeout, setInterval })
  }
}

interface Runner {
  readonly __vitest_worker__: { readonly moduleCache: Map<string, unknown> }
}

/** What is the same for every file and looks at no page: reading the description of the API takes a second. */
const SHARED = /\/(?:src\/testing\/described\.ts|openapi\.json)/

/**
 * What the file before had loaded of ours, and what stood in for it, is as if it had never been: each file starts with
 * fresh modules, as in a process of its own. Libraries stay, for to load them anew took longer than most tests; those
 * of them that hold on to the page that they saw first are named under `server.deps.inline`, and forgotten too.
 */
function forgetModules() {
  const { moduleCache } = (globalThis as unknown as Runner).__vitest_worker__
  for (const path of [...moduleCache.keys()]) if (!stays(path)) moduleCache.delete(path)
}

function stays(path: string): boolean {
  if (path.startsWith('mock:') || path.includes('/node_modules/@testing-library/user-event/')) return false
  return path.includes('/node_modules/') || SHARED.test(path)
}
