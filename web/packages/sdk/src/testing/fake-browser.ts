import type { Environment } from '../environment'
import type { TextStorage } from '../storage'
import type { Channel } from '../tabs'

type Listener = Parameters<Channel['addEventListener']>[1]
type Message = Parameters<Channel['postMessage']>[0]

/**
 * A fake of what the tabs of one browser share: local storage, Web Locks and BroadcastChannel. Locks are granted one at
 * a time in order; messages arrive asynchronously, never at the sending tab and never after `close`.
 */
export function fakeBrowser() {
  const storage = memoryStorage()
  const queues = new Map<string, Promise<unknown>>()
  const channels = new Map<string, Set<{ listeners: Listener[] }>>()
  const visited: string[] = []
  const wakeCallbacks = new Set<() => void>()

  async function request<T>(name: string, granted: () => Promise<T>): Promise<T> {
    const granting = (queues.get(name) ?? Promise.resolve()).then(granted, granted)
    queues.set(name, granting)
    return granting
  }

  function openChannel(name: string): Channel {
    const members = channels.get(name) ?? new Set()
    channels.set(name, members)
    const self = { listeners: [] as Listener[] }
    members.add(self)
    return {
      postMessage(news: Message) {
        const data = structuredClone(news)
        for (const member of members) {
          if (member !== self) setTimeout(() => deliver(members, member, data))
        }
      },
      addEventListener: (_: 'message', listener: Listener) => void self.listeners.push(listener),
      close: () => void members.delete(self),
    }
  }

  /** Creates the environment of a new tab at this address. */
  function tab(href = 'http://gatehouse.test/'): Partial<Environment> {
    return {
      storage,
      tabStorage: memoryStorage(),
      href: () => href,
      keepsCookies: () => true,
      navigate: (url) => void visited.push(url),
      onAwake(callback) {
        wakeCallbacks.add(callback)
        return () => wakeCallbacks.delete(callback)
      },
      // The browser's type is overloaded; sessions use only this form.
      locks: { request } as unknown as LockManager,
      openChannel,
    }
  }

  /** Simulates that the tabs become visible or the network returns. */
  function wake(): void {
    for (const callback of wakeCallbacks) callback()
  }

  return { tab, storage, visited, wake }
}

function deliver(members: Set<{ listeners: Listener[] }>, member: { listeners: Listener[] }, data: Message): void {
  if (!members.has(member)) return
  for (const listener of member.listeners) listener({ data })
}

function memoryStorage(): TextStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  }
}
