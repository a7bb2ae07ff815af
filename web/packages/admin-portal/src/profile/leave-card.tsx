import { useSession, useTenants } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { leaveTenant } from './profile.queries'
import { useT } from './profile.texts'

/** Ends the user's own membership of the organization that they act in. Its name has to be typed. */
export function LeaveCard() {
  const t = useT()
  const session = useSession()
  const { activeTenant } = useTenants()
  const leave = useAction(leaveTenant)
  const [isAsking, setAsking] = useState(false)
  if (!activeTenant) return null
  const { tenantId, name } = activeTenant

  async function confirm() {
    await leave.run({ tenantId, name })
    await session.logout({ stay: true })
  }
  return (
    <Card component="section" aria-labelledby="profile-leave" padding="lg">
      <Group justify="space-between" gap="md">
        <Stack gap={4} flex="1 1 260px">
          <Title order={2} size="h3" id="profile-leave">
            {t('leave.title')}
          </Title>
          <Text c="dimmed">{t('leave.help', { name })}</Text>
        </Stack>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('leave.verb')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          title={t('leave.confirmTitle', { name })}
          verb={t('leave.verb')}
          typeToConfirm={name}
        >
          <p>{t('leave.confirm', { name })}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
