import type { LoginEventHandler } from './events'
import { findPage } from './routes'

/** @deprecated Use `findPage`. */
export const pageAt = findPage
/** @deprecated Use `LoginEventHandler`. */
export type TellEvent = LoginEventHandler
