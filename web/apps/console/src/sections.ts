import { applicationsSection } from './applications/applications.section'
import { auditsSection } from './audits/audits.section'
import { brandSection } from './brand/brand.section'
import { configurationSection } from './configuration/configuration.section'
import { connectionsSection } from './connections/connections.section'
import { entitlementsSection } from './entitlements/entitlements.section'
import { eventsSection } from './events/events.section'
import { featuresSection } from './features/features.section'
import { flagsSection } from './flags/flags.section'
import { licensesSection } from './licenses/licenses.section'
import { messagesSection } from './messages/messages.section'
import { overviewSection } from './overview/overview.section'
import { permissionsSection } from './permissions/permissions.section'
import { plansSection } from './plans/plans.section'
import { portalSection } from './portal/portal.section'
import { prehooksSection } from './prehooks/prehooks.section'
import { rolesSection } from './roles/roles.section'
import type { Section } from './section'
import { signInSection } from './sign-in/sign-in.section'
import { staffSection } from './staff/staff.section'
import { systemSection } from './system/system.section'
import { tenantsSection } from './tenants/tenants.section'
import { tokensSection } from './tokens/tokens.section'
import { usersSection } from './users/users.section'
import { webhooksSection } from './webhooks/webhooks.section'

/** All sections, group by group in the order of the navigation. A new section is a folder and a line here. */
export const SECTIONS: readonly Section[] = [
  overviewSection,
  tenantsSection,
  usersSection,
  connectionsSection,
  licensesSection,
  rolesSection,
  permissionsSection,
  tokensSection,
  plansSection,
  featuresSection,
  flagsSection,
  entitlementsSection,
  signInSection,
  messagesSection,
  brandSection,
  portalSection,
  applicationsSection,
  eventsSection,
  webhooksSection,
  prehooksSection,
  configurationSection,
  staffSection,
  auditsSection,
  systemSection,
]
