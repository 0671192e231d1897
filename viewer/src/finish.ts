// How surfaces look: as well as the machine can draw without stalls.
import { MeshLambertMaterial, MeshStandardMaterial, MeshStandardMaterialParameters } from 'three';

function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl2');
  const about = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && about ? String(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

/** Without a graphics card shading takes seconds a picture: then light is simple, and shadows wait to be asked for. */
export const bySoftware = /swiftshader|llvmpipe|softpipe|software/i.test(rendererName());

export type Surface = MeshStandardMaterial | MeshLambertMaterial;

export function surface(parameters: MeshStandardMaterialParameters): Surface {
  if (!bySoftware) return new MeshStandardMaterial(parameters);
  const { roughness: _roughness, metalness: _metalness, ...simple } = parameters;
  return new MeshLambertMaterial(simple);
}
