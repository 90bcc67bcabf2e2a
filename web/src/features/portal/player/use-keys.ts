import { useEffect, type RefObject } from 'react';
import { isTaken } from '@/shared/shortcuts/key-name';
import type { Control } from './control';
import { preferences } from './preferences';
import { commandOf, type Command } from './shortcuts';

/** Key commands that the player itself doesn't handle. */
export interface KeyActions {
  onCaptions: () => void;
  onHelp: () => void;
  /** Called after any key command, to show the controls for a moment. */
  onUse: () => void;
}

function obey(control: Control, command: Command, actions: KeyActions): void {
  const { volume, duration } = control.state.get();
  switch (command.do) {
    case 'toggle':
      return control.toggle();
    case 'skip':
      return control.skip(command.by);
    case 'frame':
      return control.frame(command.by);
    case 'part':
      return control.seek((duration * command.tenth) / 10);
    case 'louder':
      return control.setVolume(volume + command.by);
    case 'mute':
      return control.mute();
    case 'full':
      return control.toggleFull();
    case 'slower':
      return control.faster(-1);
    case 'faster':
      return control.faster(1);
    case 'captions':
      return actions.onCaptions();
    case 'help':
      return actions.onHelp();
    default:
      return undefined;
  }
}

/** Lets keys control the player from anywhere on the page, except while typing. */
export function useKeys(control: Control, container: RefObject<HTMLElement | null>, actions: KeyActions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !preferences.get().keys || isTaken(event.target, event.key)) {
        return;
      }
      const inPlayer = event.target instanceof Node && container.current?.contains(event.target) === true;
      const command = commandOf(event, inPlayer);
      if (command !== undefined && control.video() !== null) {
        event.preventDefault();
        obey(control, command, actions);
        actions.onUse();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [control, container, actions]);
}
