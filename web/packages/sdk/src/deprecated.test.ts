import { expect, test } from 'vitest'
import {
  checkEntitlement,
  clearLogoutIntent,
  consumeRedirect,
  entitled,
  forgetLogoutIntent,
  grants,
  grantsPermission,
  hasAccess,
  hasLogoutIntent,
  isAdmitted,
  isLogoutMeant,
  KEYS,
  leaveRedirect,
  loadIpMetadata,
  loadMetadata,
  metadataOf,
  metadataOfIp,
  STORAGE_KEYS,
  saveRedirect,
  takeRedirect,
} from '.'

test.each([
  ['entitled', entitled, checkEntitlement],
  ['isLogoutMeant', isLogoutMeant, hasLogoutIntent],
  ['forgetLogoutIntent', forgetLogoutIntent, clearLogoutIntent],
  ['metadataOf', metadataOf, loadMetadata],
  ['metadataOfIp', metadataOfIp, loadIpMetadata],
  ['isAdmitted', isAdmitted, hasAccess],
  ['grants', grants, grantsPermission],
  ['leaveRedirect', leaveRedirect, saveRedirect],
  ['takeRedirect', takeRedirect, consumeRedirect],
  ['KEYS', KEYS, STORAGE_KEYS],
])('the deprecated name %s still works', (_, deprecated, current) => {
  expect(deprecated).toBe(current)
})
