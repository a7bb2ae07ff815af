import { Link, usePortalContext } from '../shared/router'
import type { Recommendation } from '../wire'
import classes from './security-center.module.css'
import { useT } from './security-center.texts'

type Place = 'ip' | 'domains' | 'countries' | 'sso'

// What takes a list or a provider of the account's own has a page of its own.
const PLACES: Partial<Record<Recommendation['code'], readonly [Place, section: string, address: string]>> = {
  ENABLE_IP_RESTRICTIONS: ['ip', 'security', '/security/ip'],
  CHANGE_IP_TO_ALLOWLIST: ['ip', 'security', '/security/ip'],
  ENABLE_DOMAIN_RESTRICTIONS: ['domains', 'security', '/security/domains'],
  CHANGE_DOMAIN_TO_ALLOWLIST: ['domains', 'security', '/security/domains'],
  ENABLE_COUNTRY_RESTRICTIONS: ['countries', 'security', '/security/countries'],
  CONFIGURE_SSO: ['sso', 'sso', '/sso'],
}

/** The link to the settings of a recommendation, or to the users it concerns. */
export function PlaceLink({ code }: Pick<Recommendation, 'code'>) {
  const t = useT()
  const { sections } = usePortalContext()
  if (code === 'BREACHED_PASSWORDS_EXIST') {
    return (
      <Link to="/security-center/breached" className={classes.link}>
        {t('list.people')}
      </Link>
    )
  }
  const place = PLACES[code]
  // The vendor may hide a page, and the user may lack its permission.
  if (!place || !sections.some(({ key }) => key === place[1])) return null
  return (
    <Link to={place[2]} className={classes.link}>
      {t('list.open', { place: t(`places.${place[0]}`) })}
    </Link>
  )
}
