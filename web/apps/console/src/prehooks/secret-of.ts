import type { Secret } from '@gatehouse/ui'
import type { Prehook } from '../wire'
import { t } from './prehooks.texts'

/** The secret of a response that contains one. */
export const secretOf = ({ displayName, secret }: Prehook): Secret => ({
  title: t('secret.keep'),
  label: t('secret.label'),
  value: secret,
  known: [{ label: t('form.name'), value: displayName }],
  fileName: 'prehook-secret.txt',
})
