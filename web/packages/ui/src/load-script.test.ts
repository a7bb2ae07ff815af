import { afterEach, expect, test, vi } from 'vitest'
import { loadScript } from './load-script'

const URL_OF = 'https://pay.test/script.js'

afterEach(() => void vi.useRealTimers())

/** Inserts no script: the test controls its outcome. */
function inserted(): HTMLScriptElement[] {
  const scripts: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script as HTMLScriptElement))
  return scripts
}

test('a script that comes is loaded', async () => {
  const scripts = inserted()
  const loaded = loadScript(URL_OF)
  expect(scripts[0]?.src).toBe(URL_OF)
  scripts[0]?.onload?.(new Event('load'))
  await expect(loaded).resolves.toBeUndefined()
})

test('a script that is blocked has failed', async () => {
  const scripts = inserted()
  const loaded = loadScript(URL_OF)
  scripts[0]?.onerror?.(new Event('error'))
  await expect(loaded).rejects.toThrow(URL_OF)
})

test('a script whose request is never answered has failed after a while', async () => {
  vi.useFakeTimers()
  inserted()
  const loaded = expect(loadScript(URL_OF)).rejects.toThrow(URL_OF)
  await vi.advanceTimersByTimeAsync(30_000)
  await loaded
})
