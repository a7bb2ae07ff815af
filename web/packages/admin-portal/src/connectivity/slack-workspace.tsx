import { ConfirmDialog, EmptyState, InlineAlert, StatusBadge } from '@gatehouse/ui'
import { Button, Card, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { SlackConfiguration } from '../wire'
import classes from './connectivity.module.css'
import { useT } from './connectivity.texts'
import { disconnectSlack } from './slack.actions'
import { SlackDialog } from './slack-dialog'
import { SlackRow } from './slack-row'
import { useChannelName } from './use-channel-name'

/** The connected workspace, and which of its channels are told of what. */
export function SlackWorkspace({ configuration }: { configuration: SlackConfiguration }) {
  const t = useT()
  const can = usePermissions()
  const nameOf = useChannelName()
  const disconnect = useAction(disconnectSlack)
  const [open, setOpen] = useState<'create' | 'disconnect'>()
  const { slackSubscriptions: subscriptions, failures } = configuration
  const name = configuration.teamName ?? ''
  const [failure] = failures
  const create = can('fe.connectivity.write.slackSubscriptions') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('create')}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <div className={classes.workspace}>
        <StatusBadge tone="success">{t('slack.workspace', { name })}</StatusBadge>
        <Group gap="xs">
          {can('fe.connectivity.delete.slackAppRegistration') && (
            <Button variant="default" onClick={() => setOpen('disconnect')}>
              {t('slack.disconnect')}
            </Button>
          )}
          {subscriptions.length > 0 && create}
        </Group>
      </div>
      {failure && (
        <InlineAlert tone="warning" title={t('slack.failing')}>
          {t('failure', { recipient: nameOf(failure.recipient), reason: failure.reason })}
        </InlineAlert>
      )}
      {subscriptions.length === 0 ? (
        <Card p={0}>
          <EmptyState title={t('slack.nobody')} action={create}>
            {create ? t('slack.nobodyHelp') : t('readHelp')}
          </EmptyState>
        </Card>
      ) : (
        <ul className={classes.list} aria-label={t('slack.list')}>
          {subscriptions.map((one) => (
            <SlackRow key={one.id} subscription={one} />
          ))}
        </ul>
      )}
      {open === 'create' && <SlackDialog onClose={() => setOpen(undefined)} />}
      {open === 'disconnect' && (
        <ConfirmDialog
          opened
          onClose={() => setOpen(undefined)}
          onConfirm={() => disconnect.run(undefined)}
          title={t('slack.disconnectTitle', { name })}
          verb={t('slack.disconnect')}
        >
          {t('slack.disconnectText')}
        </ConfirmDialog>
      )}
    </>
  )
}
