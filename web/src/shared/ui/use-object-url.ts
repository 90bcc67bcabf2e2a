import { useEffect, useState } from 'react';

/** An address for a file in memory, such as a photo; empty without one. Revoked when the file is no longer shown. */
export function useObjectUrl(file: Blob | undefined): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (file === undefined) {
      return undefined;
    }
    const made = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- what makes the address must also revoke it
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl('');
    };
  }, [file]);
  return url;
}
