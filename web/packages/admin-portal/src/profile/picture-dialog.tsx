import { FormDialog, InlineAlert, loadChunk } from '@gatehouse/ui'
import { Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAction } from '../shared/action'
import { type Area, cropImage } from './crop'
import classes from './picture-dialog.module.css'
import { savePicture } from './profile.queries'
import { useT } from './profile.texts'

// Comes with the first picture: few people change theirs.
const CropArea = lazy(() => loadChunk(() => import('./crop-area')).then((module) => ({ default: module.CropArea })))

export function PictureDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  const t = useT()
  const save = useAction(savePicture)
  const source = useFileUrl(file)
  const kept = useRef<{ image: HTMLImageElement; area: Area }>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')

  async function submit() {
    if (!file || !kept.current) return
    await save.run(await cropImage(kept.current.image, kept.current.area, file.type))
    close()
  }

  function close() {
    kept.current = null
    setState('loading')
    onClose()
  }

  return (
    <FormDialog
      opened={file !== null}
      onClose={close}
      title={t('picture.dialog')}
      onSubmit={submit}
      submitLabel={t('picture.save')}
      submitDisabled={state !== 'ready'}
      size={400}
    >
      {state === 'broken' ? (
        <InlineAlert tone="danger">{t('picture.unreadable')}</InlineAlert>
      ) : (
        <Stack gap="md">
          <Text c="dimmed">{t('picture.hint')}</Text>
          <Suspense fallback={<Skeleton className={classes.frame} />}>
            {source && (
              <CropArea
                source={source}
                onChange={(image, area) => {
                  kept.current = { image, area }
                  setState('ready')
                }}
                onBroken={() => setState('broken')}
              />
            )}
          </Suspense>
        </Stack>
      )}
    </FormDialog>
  )
}

function useFileUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
