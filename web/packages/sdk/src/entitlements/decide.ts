import { grantsPermission } from '../permissions'
import { findTreatment } from './conditions'
import type { Attributes, Decision, EntitlementQuery, Entitlements, Feature, FeatureFlag } from './types'

const NO_EXPIRY = -1
const ENTITLED: Decision = { isEntitled: true }

export function decideEntitlement(
  entitlements: Entitlements,
  wanted: EntitlementQuery,
  attributes: Attributes,
  now = Date.now(),
): Decision {
  return 'featureKey' in wanted
    ? decideFeature(entitlements, wanted.featureKey, attributes, now)
    : decidePermission(entitlements, wanted.permissionKey, attributes, now)
}

/** Checks grants, then the feature flag, then plans: the first that allows the feature wins (wire reference §11). */
function decideFeature({ features, plans }: Entitlements, key: string, attributes: Attributes, now: number): Decision {
  const feature = Object.hasOwn(features, key) ? features[key] : undefined
  if (!feature) return { isEntitled: false, justification: 'MISSING_FEATURE' }
  if (isGranted(feature, now) || isFlagOn(feature.featureFlag, attributes)) return ENTITLED
  const isInPlan = feature.planIds.some((id) => {
    const plan = Object.hasOwn(plans, id) ? plans[id] : undefined
    return plan !== undefined && (findTreatment(plan.rules, attributes) ?? plan.defaultTreatment) === 'true'
  })
  if (isInPlan) return ENTITLED
  return { isEntitled: false, justification: feature.expireTime === null ? 'MISSING_FEATURE' : 'BUNDLE_EXPIRED' }
}

/** Requires the permission in the user's roles and every feature that it is linked to. */
function decidePermission(entitlements: Entitlements, key: string, attributes: Attributes, now: number): Decision {
  if (!Object.keys(entitlements.permissions).some((granted) => grantsPermission(granted, key))) {
    return { isEntitled: false, justification: 'MISSING_PERMISSION' }
  }
  const refusals = Object.entries(entitlements.features)
    .filter(([, { linkedPermissions }]) => linkedPermissions.includes(key))
    .map(([feature]) => decideFeature(entitlements, feature, attributes, now))
    .filter(({ isEntitled }) => !isEntitled)
  return refusals.find(({ justification }) => justification === 'BUNDLE_EXPIRED') ?? refusals[0] ?? ENTITLED
}

const isGranted = ({ expireTime }: Feature, now: number): boolean =>
  expireTime !== null && (expireTime === NO_EXPIRY || expireTime >= now)

function isFlagOn(flag: FeatureFlag | null | undefined, attributes: Attributes): boolean {
  if (!flag) return false
  const treatment = flag.on ? (findTreatment(flag.rules, attributes) ?? flag.defaultTreatment) : flag.offTreatment
  return treatment === 'true'
}
