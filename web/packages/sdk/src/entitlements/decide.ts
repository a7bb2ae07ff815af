import { grants } from '../permissions'
import { treatmentOf } from './conditions'
import type { Attributes, Decision, Entitlements, Feature, FeatureFlag, Wanted } from './types'

const FOR_GOOD = -1
const ENTITLED: Decision = { isEntitled: true }

export function decide(entitlements: Entitlements, wanted: Wanted, attributes: Attributes, now = Date.now()): Decision {
  return 'featureKey' in wanted
    ? decideFeature(entitlements, wanted.featureKey, attributes, now)
    : decidePermission(entitlements, wanted.permissionKey, attributes, now)
}

/** Checks grants, then the feature flag, then plans: the first that allows the feature wins (wire reference §11). */
function decideFeature({ features, plans }: Entitlements, key: string, attributes: Attributes, now: number): Decision {
  const feature = Object.hasOwn(features, key) ? features[key] : undefined
  if (!feature) return { isEntitled: false, justification: 'MISSING_FEATURE' }
  if (isGiven(feature, now) || isFlagged(feature.featureFlag, attributes)) return ENTITLED
  const isTargeted = feature.planIds.some((id) => {
    const plan = Object.hasOwn(plans, id) ? plans[id] : undefined
    return plan !== undefined && (treatmentOf(plan.rules, attributes) ?? plan.defaultTreatment) === 'true'
  })
  if (isTargeted) return ENTITLED
  return { isEntitled: false, justification: feature.expireTime === null ? 'MISSING_FEATURE' : 'BUNDLE_EXPIRED' }
}

/** Requires the permission in the user's roles and every feature that it is linked to. */
function decidePermission(entitlements: Entitlements, key: string, attributes: Attributes, now: number): Decision {
  if (!Object.keys(entitlements.permissions).some((held) => grants(held, key))) {
    return { isEntitled: false, justification: 'MISSING_PERMISSION' }
  }
  const refusals = Object.entries(entitlements.features)
    .filter(([, { linkedPermissions }]) => linkedPermissions.includes(key))
    .map(([feature]) => decideFeature(entitlements, feature, attributes, now))
    .filter(({ isEntitled }) => !isEntitled)
  return refusals.find(({ justification }) => justification === 'BUNDLE_EXPIRED') ?? refusals[0] ?? ENTITLED
}

const isGiven = ({ expireTime }: Feature, now: number): boolean =>
  expireTime !== null && (expireTime === FOR_GOOD || expireTime >= now)

function isFlagged(flag: FeatureFlag | null | undefined, attributes: Attributes): boolean {
  if (!flag) return false
  const treatment = flag.on ? (treatmentOf(flag.rules, attributes) ?? flag.defaultTreatment) : flag.offTreatment
  return treatment === 'true'
}
