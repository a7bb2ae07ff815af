import type { User } from '@gatehouse/sdk'
import { Avatar } from '@gatehouse/ui'
import { Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { PictureDialog } from './picture-dialog'
import { saveProfile } from './profile.queries'
import { useT } from './profile.texts'

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif'

export function PictureCard({ user }: { user: User }) {
  const t = useT()
  const [file, setFile] = useState<File | null>(null)
  const save = useAction(saveProfile)
  const picture = user.profilePictureUrl

  return (
    <Card component="section" aria-labelledby="profile-picture">
      <Group gap="lg" wrap="nowrap" align="center">
        <Avatar name={user.name || user.email} src={picture ?? null} size={72} named />
        <Stack gap={8} miw={0}>
          <div>
            <Title order={2} size="h3" id="profile-picture">
              {t('picture.title')}
            </Title>
            <Text c="dimmed">{t('picture.help')}</Text>
          </div>
          <Group gap="xs">
            <FileButton accept={ACCEPTED} onChange={setFile}>
              {(button) => (
                <Button variant="default" {...button}>
                  {t(picture ? 'picture.change' : 'picture.upload')}
                </Button>
              )}
            </FileButton>
            {picture && (
              <Button
                variant="subtle"
                color="gray"
                onClick={() => save.start({ profilePictureUrl: null })}
                loading={save.isRunning}
              >
                {t('picture.remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
      <PictureDialog file={file} onClose={() => setFile(null)} />
    </Card>
  )
}
