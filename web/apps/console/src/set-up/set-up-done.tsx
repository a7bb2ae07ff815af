import { EmptyState } from '@gatehouse/ui'
import { Button, Center } from '@mantine/core'
import { useT } from './set-up.texts'

const FACTORS = '/oauth/portal/privacy'

/** They sign in as everybody does; what keeps them from the console is a second factor. */
export function SetUpDone() {
  const t = useT()
  return (
    <Center component="main" mih="100dvh" p="md">
      <EmptyState
        drawing="key"
        title={t('done')}
        action={
          <Button component="a" href={`/account/login?redirectUrl=${encodeURIComponent(FACTORS)}`}>
            {t('toFactor')}
          </Button>
        }
      >
        {t('doneHelp')}
      </EmptyState>
    </Center>
  )
}
