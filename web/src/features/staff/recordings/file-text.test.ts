import { expect, test } from 'vitest';
import { fileText } from './file-text';

const needs = [0xd0, 0xe8, 0xc7, 0xf3]; // 需求 in GBK

test.each([
  ['UTF-8', [...new TextEncoder().encode('需求')]],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('需求')]],
  ['UTF-16', [0xff, 0xfe, 0x00, 0x97, 0x42, 0x6c]],
  ['UTF-16, the other way round', [0xfe, 0xff, 0x97, 0x00, 0x6c, 0x42]],
  ['GBK', needs],
])('[2.22] a text in %s is read', async (_, bytes) => {
  expect(await fileText(new Blob([new Uint8Array(bytes)]))).toBe('需求');
});
