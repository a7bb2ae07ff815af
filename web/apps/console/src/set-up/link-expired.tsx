import { EmptyState } from '@gatehouse/ui'
import { Button, Center } from '@mantine/core'
import { useT } from './set-up.texts'

export function LinkExpired() {
  const t = useT()
  return (
    <Center component="main" mih="100dvh" p="md">
      <EmptyState
        drawing="key"
        title={t('over')}
        action={
          <Button component="a" href="/console" variant="default">
            {t('toConsole')}
          </Button>
        }
      >
        {t('overHelp')}
      </EmptyState>
    </Center>
  )
}
