import { FormDialog, InlineAlert, toast } from '@gatehouse/ui'
import { Slider, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Crop, cropped, keptSquare, LARGEST_ZOOM, MIDDLE, moved, type Size } from './crop'
import classes from './picture-dialog.module.css'
import { useSavePicture } from './profile.queries'
import { useT } from './profile.texts'

export function PictureDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  const t = useT()
  const save = useSavePicture()
  const source = useFileUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState(MIDDLE)
  const [isBroken, setIsBroken] = useState(false)

  async function submit() {
    if (!file || !image.current || isBroken) return
    await save.mutateAsync(await cropped(image.current, crop, file.type))
    toast.success(t('picture.saved'))
    close()
  }

  function close() {
    setCrop(MIDDLE)
    setIsBroken(false)
    onClose()
  }

  return (
    <FormDialog
      opened={file !== null}
      onClose={close}
      title={t('picture.dialog')}
      onSubmit={submit}
      submitLabel={t('picture.save')}
      size={400}
    >
      {isBroken ? (
        <InlineAlert tone="danger">{t('picture.unreadable')}</InlineAlert>
      ) : (
        <Stack gap="md">
          <Text c="dimmed">{t('picture.hint')}</Text>
          {source && (
            <CropFrame
              source={source}
              imageRef={image}
              crop={crop}
              onCrop={setCrop}
              onBroken={() => setIsBroken(true)}
            />
          )}
          <Slider
            aria-label={t('picture.zoom')}
            min={1}
            max={LARGEST_ZOOM}
            step={0.05}
            label={null}
            value={crop.zoom}
            onChange={(zoom) => setCrop({ ...crop, zoom })}
          />
        </Stack>
      )}
    </FormDialog>
  )
}

interface CropFrameProps {
  source: string
  imageRef: React.RefObject<HTMLImageElement | null>
  crop: Crop
  onCrop: (crop: Crop) => void
  onBroken: () => void
}

const KEYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

function CropFrame({ source, imageRef, crop, onCrop, onBroken }: CropFrameProps) {
  const t = useT()
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const { left, top, side } = keptSquare(size, crop)

  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const shown = event.currentTarget.clientWidth
    onCrop(moved(size, crop, -event.movementX / shown, -event.movementY / shown))
  }
  function press(event: KeyboardEvent) {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    onCrop(moved(size, crop, ...by))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture that is moved by pointer and keys has no element of its own.
    <div
      role="group"
      aria-label={t('picture.frame')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture.
      tabIndex={0}
      data-autofocus
      className={classes.frame}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <img
        ref={imageRef}
        src={source}
        alt=""
        draggable={false}
        className={classes.picture}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
        onError={onBroken}
        style={{
          width: percent(size.width / side),
          left: percent(-left / side),
          top: percent(-top / side),
        }}
      />
    </div>
  )
}

const percent = (share: number) => `${share * 100}%`

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
