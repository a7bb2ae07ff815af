import { toast } from '@gatehouse/ui'
import { Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useAction } from '../shared/action'
import { useAppearance } from '../shared/appearance'
import type { AccountSettings } from '../wire'
import { saveAccount } from './account.queries'
import { useT } from './account.texts'
import { logoOf } from './logo'
import classes from './logo-card.module.css'

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif'

export function LogoCard({ account, canWrite }: { account: AccountSettings; canWrite: boolean }) {
  const t = useT()
  const save = useAction(saveAccount)
  const look = useAppearance('account')('logo')
  if (look === 'hidden') return null
  const canChange = canWrite && look === 'edit'

  async function upload(file: File | null) {
    if (!file) return
    const logo = await logoOf(file)
    if (logo) save.start({ logo })
    else toast.error(t('logo.unreadable'))
  }

  return (
    <Card component="section" aria-labelledby="account-logo">
      <Group gap="lg" wrap="nowrap" align="center">
        <span className={classes.frame}>
          {account.logo ? (
            <img src={account.logo} alt={t('logo.alt', { name: account.name })} className={classes.logo} />
          ) : (
            <IconBuilding size={28} stroke={1.5} role="img" aria-label={t('logo.none')} />
          )}
        </span>
        <Stack gap={8} miw={0}>
          <div>
            <Title order={2} size="h3" id="account-logo">
              {t('logo.title')}
            </Title>
            <Text c="dimmed">{t('logo.help')}</Text>
          </div>
          {canChange && (
            <Group gap="xs">
              <FileButton accept={ACCEPTED} onChange={(file) => void upload(file)}>
                {(button) => (
                  <Button variant="default" loading={save.isRunning} {...button}>
                    {t(account.logo ? 'logo.change' : 'logo.upload')}
                  </Button>
                )}
              </FileButton>
              {account.logo && (
                <Button variant="subtle" color="gray" onClick={() => save.start({ logo: null })}>
                  {t('logo.remove')}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </Group>
    </Card>
  )
}
