/** Countries of buyers, and those where tax depends on the postal code. */

const CODES =
  'AD AE AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BG BH BJ BM BN BO BR BS BT BW BZ CA CH CI CL CM CN CO CR CV CW CY ' +
  'CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FO FR GA GB GD GE GG GH GI GL GM GR GT GU GY HK HN HR HU ID IE IL IM IN ' +
  'IS IT JE JM JO JP KE KG KH KR KW KY KZ LA LB LC LI LK LS LT LU LV MA MC MD ME MG MK MN MO MR MT MU MV MW MX MY MZ ' +
  'NA NC NE NG NL NO NP NZ OM PA PE PF PG PH PK PL PR PT PY QA RO RS RW SA SB SC SE SG SI SK SM SN SR SV SZ TG TH TJ ' +
  'TM TN TO TR TT TW TZ UA UG US UY UZ VC VN WS ZA ZM'

const WITH_POSTAL_CODE = new Set('AU CA CH DE ES FR GB IN IT NL US'.split(' '))

export const needsPostalCode = (country) => WITH_POSTAL_CODE.has(country)

/** Code and name, sorted by name in the buyer's language. */
export function countries(locale) {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return CODES.split(' ')
    .map((code) => [code, names.of(code)])
    .sort((left, right) => left[1].localeCompare(right[1], locale))
}

export function likelyCountry() {
  const region = new Intl.Locale(navigator.language || 'en-US').region
  return CODES.split(' ').includes(region) ? region : 'US'
}
