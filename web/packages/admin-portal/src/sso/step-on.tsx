import { DangerItem, DangerZone, InlineAlert } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useAction } from '../shared/action'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import { useNavigate } from '../shared/router'
import { LinkedAccounts } from './linked-accounts'
import { domainOf, hasDomain, knowsProvider, type StepProps } from './setup'
import { deleteConnection, releaseLinks, switchConnection } from './sso.actions'
import { useT } from './sso.texts'

/** Switches it on, requires it, or deletes it by its name. */
export function StepOn({ connection }: StepProps) {
  const t = useT()
  const can = usePermissions()
  const navigate = useNavigate()
  const mayChange = can('fe.secure.write.samlConfiguration')
  const { id, enabled, enforced } = connection
  const on = useMemo(() => switchConnection(id, 'enabled'), [id])
  const required = useMemo(() => switchConnection(id, 'enforced'), [id])
  const remove = useAction(deleteConnection)
  const release = useAction(releaseLinks)
  const mayDelete = can('fe.secure.delete.samlConfiguration')
  const name = domainOf(connection) ?? t(`types.${connection.type}`)
  const isReady = knowsProvider(connection)
  return (
    <Stack gap="lg">
      {!isReady && <InlineAlert tone="warning">{t('on.notReady')}</InlineAlert>}
      {isReady && !hasDomain(connection) && <InlineAlert tone="warning">{t('on.noDomain')}</InlineAlert>}
      <InstantToggle
        label={t('on.enabled')}
        help={t('on.enabledHelp')}
        checked={enabled}
        action={on}
        done={(now) => t(now ? 'on.nowOn' : 'on.nowOff', { name })}
        disabled={!mayChange || (!isReady && !enabled)}
      />
      <InstantToggle
        label={t('on.enforced')}
        help={t('on.enforcedHelp')}
        checked={enforced}
        action={required}
        done={(now) => t(now ? 'on.nowEnforced' : 'on.nowFree')}
        disabled={!mayChange || !enabled}
      />
      <LinkedAccounts connection={connection} />
      {(mayChange || mayDelete) && (
        <DangerZone>
          {mayChange && (
            <DangerItem
              title={t('links.releaseAll')}
              verb={t('links.releaseAll')}
              question={t('links.questionAll', { name })}
              typeToConfirm={name}
              onConfirm={() => release.run({ id })}
            >
              {t('links.releaseAllText')}
            </DangerItem>
          )}
          {mayDelete && (
            <DangerItem
              title={t('delete.title')}
              verb={t('delete.verb')}
              question={t('delete.question', { name })}
              typeToConfirm={name}
              onConfirm={async () => {
                await remove.run({ id, name })
                await navigate({ to: '/sso' })
              }}
            >
              {t('delete.text')}
            </DangerItem>
          )}
        </DangerZone>
      )}
    </Stack>
  )
}
