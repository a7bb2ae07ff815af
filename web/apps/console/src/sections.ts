import { applicationsSection } from './applications/applications.section'
import { configurationSection } from './configuration/configuration.section'
import { featuresSection } from './features/features.section'
import { flagsSection } from './flags/flags.section'
import { permissionsSection } from './permissions/permissions.section'
import { plansSection } from './plans/plans.section'
import { rolesSection } from './roles/roles.section'
import type { Section } from './section'
import { tenantsSection } from './tenants/tenants.section'

/** Every section there is, in the order of the navigation. A new one is a folder of its own and a line here. */
export const SECTIONS: readonly Section[] = [
  tenantsSection,
  applicationsSection,
  rolesSection,
  permissionsSection,
  plansSection,
  featuresSection,
  flagsSection,
  configurationSection,
]
