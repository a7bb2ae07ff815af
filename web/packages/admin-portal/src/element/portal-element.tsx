import { GatehouseProvider } from '@gatehouse/react'
import { createSession, type Session, type SessionOptions } from '@gatehouse/sdk'
import { createRoot, type Root } from 'react-dom/client'
import { AdminPortal, type AdminPortalProps } from '../admin-portal'
import { AdminPortalOverlay } from '../admin-portal-overlay'

const OF_SESSION = ['base-url', 'client-id', 'app-id', 'mode'] as const
const OF_PORTAL = ['login-url', 'base-path', 'history', 'app-url', 'language', 'color-scheme'] as const
type Name = (typeof OF_SESSION)[number] | (typeof OF_PORTAL)[number]

const HISTORIES = ['path', 'hash', 'memory'] as const
const SCHEMES = ['light', 'dark'] as const

/**
 * The portal for pages that are not made with React: `<gatehouse-portal base-url="https://id.example.com">`. With
 * `overlay` it lies over the page while `open` is set, and dispatches `close` when it is closed.
 */
export class GatehousePortalElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [...OF_SESSION, ...OF_PORTAL, 'overlay', 'open']

  /** One that the page has made already, in the place of the one that the attributes describe. */
  declare session: Session | undefined
  #made: Session | undefined
  #root: Root | undefined

  connectedCallback(): void {
    this.#root ??= createRoot(this)
    this.#render()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.#root || before === after) return
    // A framework may set the address of the server later, or change it.
    if (OF_SESSION.some((one) => one === name)) this.#stopSession()
    this.#render()
  }

  disconnectedCallback(): void {
    // Moving an element removes it and inserts it again at once.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
      this.#stopSession()
    })
  }

  #stopSession(): void {
    this.#made?.stop()
    this.#made = undefined
  }

  #render(): void {
    if (!this.session) this.#made ??= createSession(this.#sessionOptions())
    const session = this.session ?? this.#made
    const portal = this.#portalProps()
    const close = () => {
      this.removeAttribute('open')
      this.dispatchEvent(new CustomEvent('close'))
    }
    this.#root?.render(
      <GatehouseProvider {...(session && { session })} loginUrl={this.#text('login-url') ?? '/account/login'}>
        {this.hasAttribute('overlay') ? (
          <AdminPortalOverlay {...portal} opened={this.hasAttribute('open')} onClose={close} />
        ) : (
          <AdminPortal {...portal} />
        )}
      </GatehouseProvider>,
    )
  }

  #sessionOptions(): SessionOptions {
    const [baseUrl, clientId, appId, mode] = OF_SESSION.map((name) => this.#text(name))
    return {
      ...(baseUrl && { baseUrl }),
      ...(clientId && { clientId }),
      ...(appId && { appId }),
      ...(mode === 'hosted' && { mode }),
    }
  }

  #portalProps(): Omit<AdminPortalProps, 'session'> {
    const history = HISTORIES.find((one) => one === this.#text('history'))
    const colorScheme = SCHEMES.find((one) => one === this.#text('color-scheme'))
    const [basePath, appUrl, language] = [this.#text('base-path'), this.#text('app-url'), this.#text('language')]
    return {
      ...(history && { history }),
      ...(colorScheme && { colorScheme }),
      ...(basePath && { basePath }),
      ...(appUrl && { appUrl }),
      ...(language && { language }),
    }
  }

  #text(name: Name): string | undefined {
    return this.getAttribute(name) ?? undefined
  }
}
