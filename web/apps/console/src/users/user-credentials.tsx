import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { RelativeTime } from '@gatehouse/ui'
import { IconTrash, IconUnlink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Reason, ReasonDialog } from '../shared/reason-dialog'
import { useStepUpDialog } from '../shared/step-up-dialog'
import { DetailsPart, PartRow } from '../tenants/details-part'
import type { VendorUser } from '../wire'
import { removeFactor, unlinkIdentity } from './security.actions'
import { factorsQuery, identitiesQuery } from './security.queries'
import { nameOf } from './users.actions'
import { useT } from './users.texts'

interface RemovalTarget {
  readonly kind: 'factors' | 'identities'
  readonly id: string
  readonly what: string
}

/** MFA methods, passkeys and connected accounts of a user. Support can remove one with a reason. */
export function UserCredentials({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const api = useApi()
  const canChange = usePermissions()('vendor.write.users')
  const factors = useQuery(factorsQuery(api, user.id))
  const identities = useQuery(identitiesQuery(api, user.id))
  const remove = { factors: useAction(removeFactor), identities: useAction(unlinkIdentity) }
  const { opened, open, close, run, question } = useStepUpDialog<RemovalTarget, Reason>('way-in')
  const leaving = opened?.target

  const menu = (one: RemovalTarget) =>
    canChange && {
      label: t('waysIn.menu', { what: one.what }),
      actions: [
        {
          label: t(`${one.kind}.remove`),
          icon: one.kind === 'factors' ? IconTrash : IconUnlink,
          onClick: () => open(one),
          danger: true,
        },
      ],
    }

  return (
    <>
      <DetailsPart
        title={t('factors.title')}
        query={factors}
        none={t('factors.none')}
        rowsOf={(rows) =>
          rows.map(({ id, kind, label, isSecondFactor, lastUsedAt }) => {
            const named =
              kind === 'passkey' && isSecondFactor ? t('factors.passkeyAndFactor') : t(`factors.kinds.${kind}`)
            const what = label ? `${named}: ${label}` : named
            return (
              <PartRow
                key={id}
                name={what}
                about={<LastUse at={lastUsedAt} isKept={kind !== 'phone' && kind !== 'email'} />}
                menu={menu({ kind: 'factors', id, what })}
              />
            )
          })
        }
      />
      <DetailsPart
        title={t('identities.title')}
        query={identities}
        none={t('identities.none')}
        rowsOf={(rows) =>
          rows.map(({ id, kind, provider, email, lastUsedAt }) => {
            const from = kind === 'saml' || kind === 'oidc' ? t('identities.sso') : provider
            const what = `${from}: ${email}`
            return (
              <PartRow
                key={id}
                name={what}
                about={<LastUse at={lastUsedAt} isKept />}
                menu={menu({ kind: 'identities', id, what })}
              />
            )
          })
        }
      />
      {leaving && (
        <ReasonDialog
          title={t(`${leaving.kind}.question`, { what: leaving.what })}
          text={t(`${leaving.kind}.text`, { name: nameOf(user) })}
          verb={t(`${leaving.kind}.remove`)}
          typed={opened?.typed}
          save={(typed) => run(() => remove[leaving.kind].run({ user, id: leaving.id, ...typed }), typed)}
          onClose={close}
        />
      )}
      {question}
    </>
  )
}

function LastUse({ at, isKept }: { readonly at: string | null | undefined; readonly isKept: boolean }): ReactNode {
  const t = useT()
  if (at) return <RelativeTime value={at} sentence={(when) => t('waysIn.used', { when })} />
  return t(isKept ? 'waysIn.unused' : 'waysIn.notKept')
}
