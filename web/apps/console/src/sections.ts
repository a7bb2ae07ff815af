import type { Section } from './section'
import { tenantsSection } from './tenants/tenants.section'

/** Every section there is, in the order of the navigation. A new one is a folder of its own and a line here. */
export const SECTIONS: readonly Section[] = [tenantsSection]
