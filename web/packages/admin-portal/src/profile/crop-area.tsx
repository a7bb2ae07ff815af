import { Slider } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Area } from './crop'
import classes from './picture-dialog.module.css'
import { useT } from './profile.texts'

const LARGEST_ZOOM = 4
/** Pixels on the screen that an arrow key moves the picture by. */
const KEY_STEP = 8

const FIRST_FOCUS: object = { 'data-autofocus': true }

interface CropAreaProps {
  /** Address of the picture. */
  readonly source: string
  /** The picture, and the part of it that is kept. */
  readonly onChange: (image: HTMLImageElement, area: Area) => void
  readonly onBroken: () => void
}

/** The picture behind a circle: moved by mouse, touch or arrow keys, made larger by wheel, pinch or the slider. */
export function CropArea({ source, onChange, onBroken }: CropAreaProps) {
  const t = useT()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const controls = useRef<HTMLDivElement>(null)
  // The dialog has given focus to its close button while this was loading.
  useEffect(() => controls.current?.querySelector<HTMLElement>('[role=slider]')?.focus(), [])
  const [image, setImage] = useState<React.RefObject<HTMLImageElement | null>>()

  return (
    <>
      <div className={classes.frame}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={LARGEST_ZOOM}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={KEY_STEP}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, area) => image?.current && onChange(image.current, area)}
          setImageRef={setImage}
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': t('picture.frame') }}
          // The content security policy refuses styles that a script writes.
          disableAutomaticStylesInjection
        />
      </div>
      <div ref={controls}>
        <Slider
          thumbLabel={t('picture.zoom')}
          thumbProps={FIRST_FOCUS}
          min={1}
          max={LARGEST_ZOOM}
          step={0.05}
          label={null}
          value={zoom}
          onChange={setZoom}
        />
      </div>
    </>
  )
}
