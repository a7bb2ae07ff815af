import { errorText, InlineAlert } from '@gatehouse/ui'
import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { CallBody } from '../shared/endpoint/call-log'
import { testWebhook } from './webhooks.actions'
import type { Webhook } from './webhooks.queries'
import { useT } from './webhooks.texts'

/** The receiver took it (admin portal spec §4). */
const TAKEN = [200, 201]

export function TestButton({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const test = useAction(testWebhook)
  const [answer, setAnswer] = useState<ReactNode>()

  async function send() {
    setAnswer(undefined)
    try {
      const { statusCode: status, body } = await test.run(webhook)
      const isTaken = TAKEN.includes(status)
      setAnswer(
        <InlineAlert tone={isTaken ? 'success' : 'danger'} title={t(isTaken ? 'test.ok' : 'test.refused', { status })}>
          {body && <CallBody text={body} />}
        </InlineAlert>,
      )
    } catch (error) {
      setAnswer(<InlineAlert tone="danger">{errorText(error)}</InlineAlert>)
    }
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        loading={test.isRunning}
        onClick={() => void send()}
      >
        {t('test.button')}
      </Button>
      {answer}
    </Stack>
  )
}
