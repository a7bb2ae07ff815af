import type { FreshFactor } from '../../shared/fresh-factor'
import type { Person } from '../../wire'

export interface ContactProps {
  readonly person: Person
  /** Asks for a fresh second factor where that is needed. */
  readonly run: FreshFactor['run']
}
