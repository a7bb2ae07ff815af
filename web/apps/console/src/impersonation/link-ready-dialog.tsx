import { CopyButton, TextField, useDialog } from '@gatehouse/ui'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ImpersonationLink } from './impersonate-dialog'
import { useT } from './impersonation.texts'

/** Shows the link that starts an impersonation session, to be opened in a private window. */
export function LinkReadyDialog({
  ready,
  onClose,
}: {
  readonly ready: ImpersonationLink
  readonly onClose: () => void
}) {
  const t = useT()
  return (
    <Modal {...useDialog({ opened: true, onClose })} title={t('ready.title')} size={520}>
      <Stack gap="md">
        <Text>{t('ready.text', { name: ready.name })}</Text>
        <TextField
          label={t('ready.label')}
          value={ready.link}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
          rightSection={<CopyButton value={ready.link} label={t('ready.copy')} />}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component="a" href={ready.link}>
            {t('ready.here')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('ready.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
