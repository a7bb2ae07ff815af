import { useAction } from '@gatehouse/admin-portal/kit'
import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { sendTrial } from './messages.actions'
import { useT } from './messages.texts'

/** Sends a test message to the signed-in staff member through the current provider. */
export function SendTestMessage({ channel }: { readonly channel: 'mail' | 'sms' }) {
  const t = useT()
  const send = useAction(sendTrial)
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        loading={send.isRunning}
        onClick={() => send.start(channel)}
      >
        {t(`trial.${channel}`)}
      </Button>
      <Text size="sm" c="dimmed">
        {t(`trial.${channel}Help`)}
      </Text>
    </Group>
  )
}
