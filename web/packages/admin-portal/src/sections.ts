import { accountSection } from './account/account.section'
import { accountsSection } from './accounts/accounts.section'
import { allUsersSection } from './all-users/all-users.section'
import { apiTokensSection } from './api-tokens/api-tokens.section'
import { personalTokensSection } from './api-tokens/personal-tokens.section'
import { auditsSection } from './audits/audits.section'
import { connectivitySection } from './connectivity/connectivity.section'
import { groupsSection } from './groups/groups.section'
import { privacySection } from './privacy/privacy.section'
import { profileSection } from './profile/profile.section'
import { provisioningSection } from './provisioning/provisioning.section'
import { reportsSection } from './reports/reports.section'
import { rolesSection } from './roles/roles.section'
import type { Section } from './section'
import { securitySection } from './security/security.section'
import { securityCenterSection } from './security-center/security-center.section'
import { ssoSection } from './sso/sso.section'
import { subscriptionsSection } from './subscriptions/subscriptions.section'
import { usageSection } from './usage/usage.section'
import { usersSection } from './users/users.section'
import { webhooksSection } from './webhooks/webhooks.section'

/** Every section there is, in the order of the navigation. A new one is a folder of its own and a line here. */
export const SECTIONS: readonly Section[] = [
  profileSection,
  privacySection,
  personalTokensSection,
  accountSection,
  usersSection,
  groupsSection,
  rolesSection,
  accountsSection,
  allUsersSection,
  ssoSection,
  provisioningSection,
  securityCenterSection,
  securitySection,
  auditsSection,
  reportsSection,
  apiTokensSection,
  webhooksSection,
  connectivitySection,
  subscriptionsSection,
  usageSection,
]
