import { auditsSection } from './audits/audits.section'
import { overviewSection } from './overview/overview.section'
import { peopleSection } from './people/people.section'
import type { Section } from './section'
import { staffSection } from './staff/staff.section'
import { systemSection } from './system/system.section'
import { tenantsSection } from './tenants/tenants.section'

/** Every section there is, in the order of the navigation. A new one is a folder of its own and a line here. */
export const SECTIONS: readonly Section[] = [
  overviewSection,
  tenantsSection,
  peopleSection,
  staffSection,
  auditsSection,
  systemSection,
]
