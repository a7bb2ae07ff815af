import { EmptyState } from '@gatehouse/ui'
import { Button, Center } from '@mantine/core'
import { useT } from './set-up.texts'

const FACTORS = '/oauth/portal/privacy'

/** The owner signs in like any user. The console itself still requires MFA. */
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
