import { useApi } from '@gatehouse/react'
import { ConfirmDialog, InlineAlert, RelativeTime, useCopy } from '@gatehouse/ui'
import { Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { Facts } from '../shared/facts'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import { RoleList } from '../shared/role-list'
import { rolesQuery } from '../shared/roles.queries'
import type { InviteLink } from '../wire'
import { deleteInviteLink, extendInviteLink, MINUTES, setLinkMail } from './invite-link.queries'
import classes from './users.module.css'
import { useT } from './users.texts'

interface InviteLinkFactsProps {
  readonly link: InviteLink
  readonly onClose: () => void
}

/** The link to copy, what it gives and how long, and its end. */
export function InviteLinkFacts({ link, onClose }: InviteLinkFactsProps) {
  const t = useT()
  const can = usePermissions()
  const canRead = can('fe.secure.read.roles')
  const { data: known = [] } = useQuery({ ...rolesQuery(useApi()), enabled: canRead })
  const roles = known.filter(({ id }) => link.roleIds.includes(id))
  const extend = useAction(extendInviteLink)
  const remove = useAction(deleteInviteLink)
  const [asking, setAsking] = useState(false)

  async function confirm() {
    await remove.run(undefined)
    onClose()
  }
  return (
    <Stack gap="md">
      <CopyLink url={link.url} />
      <Facts
        facts={[
          [t('link.until'), <RelativeTime key="until" value={link.expires} />],
          [t('link.roles'), canRead && <RoleList key="roles" roles={roles} none={t('invite.rolesPlaceholder')} all />],
        ]}
      />
      <InstantToggle
        label={t('link.mail')}
        help={t('link.mailHelp')}
        checked={link.shouldSendEmail}
        action={setLinkMail}
        done={(isOn) => t(isOn ? 'link.mailOn' : 'link.mailOff')}
      />
      <InlineAlert tone="warning">{t('link.warning')}</InlineAlert>
      <Group justify="space-between" gap="xs">
        {can('fe.secure.delete.tenantInvites') && (
          <Button variant="default" c="var(--gh-danger-text)" onClick={() => setAsking(true)}>
            {t('link.delete')}
          </Button>
        )}
        <Button variant="default" loading={extend.isRunning} onClick={() => extend.start(MINUTES)}>
          {t('link.extend')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('link.deleteTitle')}
        verb={t('link.delete')}
      >
        {t('link.deleteText')}
      </ConfirmDialog>
    </Stack>
  )
}

function CopyLink({ url }: { url: string }) {
  const t = useT()
  const { copied, copy } = useCopy()
  return (
    <div>
      <output className={classes.link} aria-label={t('link.label')}>
        {url}
      </output>
      <Button
        mt="xs"
        data-autofocus
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => copy(url)}
      >
        {t(copied ? 'link.copied' : 'link.copy')}
      </Button>
    </div>
  )
}
