import { InlineAlert } from '@gatehouse/ui'
import { Emphasis } from '../frame/emphasis'
import type { ConsentRequest } from './calls'
import classes from './consent.module.css'
import { useT } from './consent.texts'

/**
 * Shows where the answer goes. A site is identified by its host name; on a device, another program may have taken the
 * app's place.
 */
export function ReturnTarget({ place: { kind, name } }: { readonly place: ConsentRequest['returnsTo'] }) {
  const t = useT()
  if (kind === 'site')
    return (
      <p className={classes.return}>
        <Emphasis text={t('site', { name })} part={name} />
      </p>
    )
  return (
    <div className={classes.return}>
      <InlineAlert tone="warning" title={t('deviceTitle')}>
        <Emphasis text={t(kind, { name })} part={name} />
      </InlineAlert>
    </div>
  )
}
