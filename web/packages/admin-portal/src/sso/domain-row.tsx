import { ConfirmDialog, errorText, InlineAlert, type RowAction, RowMenu, StatusBadge } from '@gatehouse/ui'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { SsoConnection, SsoDomain } from '../wire'
import { Copyable } from './copyable'
import { CodeDialog } from './domain-dialogs'
import { removeDomain, validateDomain } from './sso.actions'
import classes from './sso.module.css'
import { useT } from './sso.texts'

interface DomainRowProps {
  readonly connection: SsoConnection
  readonly domain: SsoDomain
}

/** A domain, and the records that verify it until it is verified. */
export function DomainRow({ connection, domain }: DomainRowProps) {
  const t = useT()
  const can = usePermissions()
  const [asked, setAsked] = useState<'mail' | 'remove'>()
  const remove = useAction(removeDomain)
  const close = () => setAsked(undefined)
  const of = { id: connection.id, domain }
  const actions: RowAction[] = []
  if (can('fe.secure.delete.samlConfiguration')) {
    actions.push({ label: t('domains.remove'), icon: IconTrash, onClick: () => setAsked('remove'), danger: true })
  }
  return (
    <li className={classes.item}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm">
            <span className={classes.name}>{domain.domain}</span>
            <DomainStatus domain={domain} />
          </Group>
          {actions.length > 0 && <RowMenu label={t('actionsFor', { name: domain.domain })} actions={actions} />}
        </Group>
        {domain.missingSince && <InlineAlert tone="warning">{t('domains.missing')}</InlineAlert>}
        {(!domain.validated || domain.missingSince) && <Record {...of} onMail={() => setAsked('mail')} />}
      </Stack>
      {asked === 'mail' && <CodeDialog {...of} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'remove'}
        onClose={close}
        onConfirm={() => remove.run(of)}
        title={t('domains.removeTitle', { domain: domain.domain })}
        verb={t('domains.remove')}
      >
        {t('domains.removeText')}
      </ConfirmDialog>
    </li>
  )
}

function DomainStatus({ domain: { validated, missingSince } }: { domain: SsoDomain }) {
  const t = useT()
  if (missingSince) return <StatusBadge tone="warning">{t('domains.status.missing')}</StatusBadge>
  return (
    <StatusBadge tone={validated ? 'success' : 'neutral'}>
      {t(validated ? 'domains.status.validated' : 'domains.status.waiting')}
    </StatusBadge>
  )
}

interface RecordProps {
  readonly id: string
  readonly domain: SsoDomain
  readonly onMail: () => void
}

/** How a domain is validated: a DNS record, or a code mailed to its owner. */
function Record({ id, domain, onMail }: RecordProps) {
  const t = useT()
  const mayCheck = usePermissions()('fe.secure.write.samlConfiguration')
  const validate = useAction(validateDomain)
  const [failure, setFailure] = useState<string>()
  const check = async () => {
    setFailure(undefined)
    try {
      await validate.run({ id, domain })
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <>
      <Text size="sm" c="var(--gh-text-secondary)">
        {t('domains.recordHelp', { domain: domain.domain })}
      </Text>
      <Copyable label={t('domains.record')} value={domain.txtRecord} />
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      {mayCheck && (
        <Group>
          <Button variant="default" loading={validate.isRunning} onClick={() => void check()}>
            {t('domains.check')}
          </Button>
          {!domain.validated && (
            <Button variant="subtle" leftSection={<IconMail size={16} stroke={1.75} aria-hidden />} onClick={onMail}>
              {t('domains.byMail')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
