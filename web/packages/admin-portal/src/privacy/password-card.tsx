import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { PasswordDialog } from './password-dialog'
import { useT } from './privacy.texts'

export function PasswordCard() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  return (
    <Card component="section" aria-labelledby="privacy-password">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="privacy-password">
            {t('password.title')}
          </Title>
          <Text c="dimmed">{t('password.help')}</Text>
        </div>
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('password.open')}
        </Button>
      </Group>
      {opened && <PasswordDialog onClose={() => setOpened(false)} />}
    </Card>
  )
}
