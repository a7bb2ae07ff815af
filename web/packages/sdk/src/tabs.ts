import type { TextStorage } from './storage'
import type { LoginAnswer } from './user'

/** Messages between the tabs of one browser. A tab does not receive its own. */
export type TabMessage =
  | { readonly type: 'token'; readonly answer: LoginAnswer & { accessToken: string } }
  | { readonly type: 'signed-out' }

/** `at`: when it was sent. Tabs that the browser froze receive old messages. */
type TabEnvelope = TabMessage & { readonly number?: number; readonly at: number }

export interface Channel {
  postMessage(message: TabEnvelope): void
  addEventListener(type: 'message', listener: (event: { data: TabEnvelope }) => void): void
  close(): void
}

/** Browser APIs shared by tabs. Without them (old browsers, workers) each tab works alone. */
export interface SharedBrowserApis {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly openChannel?: ((name: string) => Channel) | undefined
}

export interface Tabs {
  broadcast(message: TabMessage): void
  /**
   * Runs `renew` in one tab at a time. A tab that waited while another renewed does not renew again: it returns as soon
   * as that tab's message has arrived.
   */
  renewExclusively(renew: () => Promise<void>): Promise<void>
  close(): void
}

/** Messages arrive almost at once; after this time the sending tab is assumed closed. */
const MESSAGE_TIMEOUT_MS = 500

interface TabsOptions {
  readonly name: string
  readonly apis: SharedBrowserApis
  readonly storage: TextStorage
  /** Off if each tab has its own token: tabs still renew one at a time and sign out together. */
  readonly shareTokens: boolean
  readonly onMessage: (news: TabMessage, at: number) => void
}

export function connectTabs({ name, apis, storage, shareTokens, onMessage }: TabsOptions): Tabs {
  const channel = openChannel(name, apis)
  // Tokens are numbered, and the last number (never the token) is stored. A tab that waited for the lock can tell
  // whether a token was issued meanwhile, even if the message is still on its way.
  const counterKey = `${name}.token`
  const lastNumber = () => Number(storage.getItem(counterKey) ?? 0)
  let lastReceived = 0
  let waiters: (() => void)[] = []

  channel?.addEventListener('message', ({ data: { number = 0, at, ...message } }) => {
    lastReceived = Math.max(lastReceived, number)
    onMessage(message as TabMessage, at)
    for (const check of waiters) check()
  })

  function waitForNumber(number: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isReceived: boolean) => {
        clearTimeout(limit)
        waiters = waiters.filter((other) => other !== check)
        resolve(isReceived)
      }
      const check = () => lastReceived >= number && done(true)
      const limit = setTimeout(() => done(false), MESSAGE_TIMEOUT_MS)
      waiters.push(check)
      check()
    })
  }

  return {
    broadcast(news) {
      const at = Date.now()
      if (news.type !== 'token') channel?.postMessage({ ...news, at })
      else if (shareTokens) {
        lastReceived = lastNumber() + 1
        storage.setItem(counterKey, String(lastReceived))
        channel?.postMessage({ ...news, number: lastReceived, at })
      }
    },

    async renewExclusively(renew) {
      const before = lastNumber()
      await withLock(name, apis, async () => {
        const last = lastNumber()
        if (shareTokens && last !== before && (await waitForNumber(last))) return
        await renew()
      })
    },

    close: () => channel?.close(),
  }
}

// Browsers that forbid storage reject both APIs, by an exception or a rejected promise.

function openChannel(name: string, { openChannel: open }: SharedBrowserApis): Channel | undefined {
  try {
    return open?.(name)
  } catch {
    return undefined
  }
}

async function withLock(name: string, { locks }: SharedBrowserApis, work: () => Promise<void>): Promise<void> {
  if (!locks) return work()
  let hasStarted = false
  try {
    await locks.request(name, () => {
      hasStarted = true
      return work()
    })
  } catch (error) {
    if (hasStarted) throw error
    await work()
  }
}
